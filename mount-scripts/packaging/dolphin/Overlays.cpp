#include "Overlays.h"

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
  // Dolphin itself asks again only where the attributes of POSIX have changed.
  connect(&m_changes, &Changes::announced, this, &Overlays::lookAgain);
}

QStringList Overlays::getOverlays(const QUrl &item) {
  if (!m_items.contains(item)) return {};
  m_items.read(item);
  const QStringList words = m_known.value(item);
  const bool isPending = words.contains(QStringLiteral("waiting")) || words.contains(QStringLiteral("uploading"));
  if (isPending && !m_timed.contains(item)) {
    m_timed.insert(item);
    QTimer::singleShot(again, this, [this, item] {
      m_timed.remove(item);
      lookAgain(item);
    });
  }
  return emblemsOf(words);
}

void Overlays::show(const QUrl &item, const QStringList &words) {
  if (m_known.size() >= mostKnown) m_known.clear();
  const QStringList emblems = emblemsOf(words);
  const bool isNew = emblemsOf(m_known.value(item)) != emblems;
  m_known[item] = words;
  if (isNew) Q_EMIT overlaysChanged(item, emblems);
}

void Overlays::lookAgain(const QUrl &item) {
  if (m_items.contains(item)) Q_EMIT overlaysChanged(item, emblemsOf(m_known.value(item)));
}
