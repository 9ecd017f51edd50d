#pragma once

#include <KAbstractFileItemActionPlugin>

// Offers in Dolphin to keep the items of a mount on this computer.
class Actions : public KAbstractFileItemActionPlugin {
  Q_OBJECT

public:
  Actions(QObject *parent, const QVariantList &);

  QList<QAction *> actions(const KFileItemListProperties &items, QWidget *parent) override;
};
