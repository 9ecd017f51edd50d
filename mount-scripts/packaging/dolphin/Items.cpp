#include "Items.h"

#include <QFile>

bool Items::contains(const QUrl &item) { return !place(item).isEmpty(); }

void Items::read(const QUrl &item) {
  const QByteArray mount = place(item);
  if (mount.isEmpty()) return;
  const bool isNew = m_readers.count(mount) == 0;
  Reader &reader = m_readers[mount];
  if (isNew) {
    connect(&reader, &Reader::found, this, [this](const QByteArray &path, const QStringList &words) {
      Q_EMIT found(QUrl::fromLocalFile(QFile::decodeName(path)), words);
    });
  }
  reader.read(QFile::encodeName(item.toLocalFile()));
}

QByteArray Items::place(const QUrl &item) {
  return item.isLocalFile() ? m_mounts.place(QFile::encodeName(item.toLocalFile())) : QByteArray();
}
