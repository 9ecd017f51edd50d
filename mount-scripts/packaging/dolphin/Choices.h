#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QUrl>

class Items;
class QAction;
class QMenu;

// What the menu offers for some items. It shows what is right for most, and changes as soon as the mount has told what they are.
class Choices : public QObject {
  Q_OBJECT

public:
  Choices(const QList<QUrl> &urls, Items *items, QMenu *menu);

private:
  QAction *add(const QString &command, const QString &label, QMenu *menu);
  void note(const QUrl &item, const QStringList &words);
  // Whether all items have a word.
  bool all(const QString &word) const;

  const QList<QUrl> m_urls;
  const QSet<QUrl> m_asked;
  QHash<QUrl, QStringList> m_known;
  QAction *m_pin, *m_unpin, *m_link, *m_evict;
};
