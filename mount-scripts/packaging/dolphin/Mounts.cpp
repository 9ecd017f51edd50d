#include "Mounts.h"

#include <QFile>

#include <utility>

QByteArray Mounts::place(const QByteArray &path) {
  if (!m_sinceReading.isValid() || m_sinceReading.elapsed() > 1000) {
    m_places = read();
    m_sinceReading.start();
  }
  for (const QByteArray &place : std::as_const(m_places)) {
    if (path == place || path.startsWith(place + '/')) return place;
  }
  return {};
}

QByteArrayList Mounts::read() {
  QByteArrayList places;
  QFile table(QStringLiteral("/proc/self/mountinfo"));
  if (!table.open(QIODevice::ReadOnly)) return places;
  const QByteArrayList lines = table.readAll().split('\n');
  for (const QByteArray &line : lines) {
    const int separator = line.indexOf(" - ");
    if (separator < 0 || !line.mid(separator + 3).startsWith("fuse.fileprovider ")) continue;
    const QByteArrayList words = line.left(separator).split(' ');
    if (words.size() < 5) continue;
    // proc(5) writes blanks and backslashes in octal.
    QByteArray place = words[4];
    place.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\");
    places.append(place);
  }
  return places;
}
