#pragma once

#include "Mounts.h"
#include "Reader.h"

#include <QUrl>

#include <map>

// Tells what the items of our mounts are. Each mount has a reader, so that one that does not answer keeps nobody else waiting.
class Items : public QObject {
  Q_OBJECT

public:
  // Whether an item is in one of our mounts. No call is made on it.
  bool contains(const QUrl &item);

  // Has an item read that is in one of our mounts. Returns at once.
  void read(const QUrl &item);

Q_SIGNALS:
  void found(const QUrl &item, const QStringList &words);

private:
  QByteArray place(const QUrl &item);

  Mounts m_mounts;
  std::map<QByteArray, Reader> m_readers;
};
