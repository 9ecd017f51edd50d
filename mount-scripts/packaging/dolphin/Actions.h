#pragma once

#include "Items.h"

#include <KAbstractFileItemActionPlugin>
#include <QMenu>
#include <QPointer>

// Offers in Dolphin to keep the items of a mount on this computer.
class Actions : public KAbstractFileItemActionPlugin {
  Q_OBJECT

public:
  Actions(QObject *parent, const QVariantList &);

  // The window is the parent, and stays: it does not delete a menu that was shown.
  QList<QAction *> actions(const KFileItemListProperties &items, QWidget *parent) override;

private:
  Items m_items;
  // The last one.
  QPointer<QMenu> m_menu;
};
