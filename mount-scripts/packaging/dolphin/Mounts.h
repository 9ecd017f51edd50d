#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QElapsedTimer>

// Where our mounts are, as the kernel lists them. The list is read again after a second. No call is made on a mount.
class Mounts {
public:
  // The mount that a path is in; empty for none.
  QByteArray place(const QByteArray &path);

private:
  static QByteArrayList read();

  QElapsedTimer m_sinceReading;
  QByteArrayList m_places;
};
