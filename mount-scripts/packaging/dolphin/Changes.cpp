#include "Changes.h"

#include <QDBusConnection>
#include <QDBusMessage>

namespace {
const QString path = QStringLiteral("/org/openfileprovider/Items");
const QString interface = QStringLiteral("org.openfileprovider.Items");
const QString member = QStringLiteral("Changed");
}

Changes::Changes() { QDBusConnection::sessionBus().connect(QString(), path, interface, member, this, SLOT(note(QStringList))); }

void Changes::announce(const QList<QUrl> &items) {
  QDBusMessage message = QDBusMessage::createSignal(path, interface, member);
  message << QUrl::toStringList(items);
  QDBusConnection::sessionBus().send(message);
}

void Changes::note(const QStringList &items) {
  for (const QString &item : items) Q_EMIT announced(QUrl(item));
}
