#include "Overlays.h"

#include <KDirNotify>
#include <QDBusConnection>
#include <QTimer>

namespace {
// Milliseconds after which what is not uploaded yet is looked at again.
const int again = 3000;
// More items are not remembered.
const int mostKnown = 10000;

QStringList emblemsOf(const QStringList &words) {
  static const QHash<QString, QString> names = {
      {QStringLiteral("dataless"), QStringLiteral("online")},
      {QStringLiteral("partial"), QStringLiteral("online")},
      {QStringLiteral("waiting"), QStringLiteral("uploading")},
      {QStringLiteral("uploading"), QStringLiteral("uploading")},
      {QStringLiteral("refused"), QStringLiteral("error")},
      {QStringLiteral("conflict"), QStringLiteral("conflict")},
      {QStringLiteral("pinned"), QStringLiteral("pinned")},
  };
  QStringList emblems;
  for (const QString &word : words) {
    if (names.contains(word)) emblems << QStringLiteral("emblem-fileprovider-") + names[word];
  }
  return emblems;
}
}

Overlays::Overlays() {
  connect(&m_items, &Items::found, this, &Overlays::show);
  // Our menu says this of items. Dolphin itself asks again only where their attributes of POSIX have changed.
  auto *changes = new org::kde::KDirNotify(QString(), QString(), QDBusConnection::sessionBus(), this);
  connect(changes, &org::kde::KDirNotify::FilesChanged, this, [this](const QStringList &items) {
    for (const QString &item : items) m_items.read(QUrl(item));
  });
}

QStringList Overlays::getOverlays(const QUrl &item) {
  if (!m_items.contains(item)) return {};
  m_items.read(item);
  return emblemsOf(m_known.value(item));
}

void Overlays::show(const QUrl &item, const QStringList &words) {
  if (m_known.size() >= mostKnown) m_known.clear();
  if (m_known.value(item) != words) {
    m_known[item] = words;
    Q_EMIT overlaysChanged(item, emblemsOf(words));
  }
  const bool isPending = words.contains(QStringLiteral("waiting")) || words.contains(QStringLiteral("uploading"));
  if (!isPending || m_timed.contains(item)) return;
  m_timed.insert(item);
  QTimer::singleShot(again, this, [this, item] {
    m_timed.remove(item);
    m_items.read(item);
  });
}
