#pragma once

#include <QList>
#include <QObject>
#include <QStringList>
#include <QUrl>

// Tells all windows of the session that a command has changed items. KDirNotify would have KIO ask for their attributes of POSIX, which stay the same, in
// the thread of each window: a mount may not answer.
class Changes : public QObject {
  Q_OBJECT

public:
  Changes();

  static void announce(const QList<QUrl> &items);

Q_SIGNALS:
  void announced(const QUrl &item);

private Q_SLOTS:
  void note(const QStringList &items);
};
