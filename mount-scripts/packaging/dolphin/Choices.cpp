#include "Choices.h"

#include "Changes.h"
#include "Items.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QProcess>

#include <algorithm>
#include <utility>

namespace {
void report(const QString &message) {
  const QString name = QStringLiteral("fileprovider");
  const QStringList words = {QStringLiteral("--icon=dialog-error"), name, message};
  if (!QProcess::startDetached(QStringLiteral("notify-send"), words)) qWarning("fileprovider: %s", qPrintable(message));
}

// Runs the command, and has the items shown anew. It may outlive the menu.
void run(const QString &command, const QList<QUrl> &urls) {
  auto *process = new QProcess;
  QObject::connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    report(process->errorString());
    process->deleteLater();
  });
  const auto ended = QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished);
  QObject::connect(process, ended, process, [process, command, urls](int status, QProcess::ExitStatus ending) {
    if (status != 0 || ending != QProcess::NormalExit) {
      report(QString::fromLocal8Bit(process->readAllStandardError()).trimmed());
    } else if (command == QLatin1String("link")) {
      QGuiApplication::clipboard()->setText(QString::fromLocal8Bit(process->readAllStandardOutput()).trimmed());
    }
    Changes::announce(urls);
    process->deleteLater();
  });
  QStringList words = {command, QStringLiteral("--")};
  for (const QUrl &url : urls) words << url.toLocalFile();
  process->start(qEnvironmentVariable("FILEPROVIDER_PROGRAM", QStringLiteral("fileprovider")), words);
}
}

Choices::Choices(const QList<QUrl> &urls, Items *items, QMenu *menu) : QObject(menu), m_urls(urls), m_asked(urls.cbegin(), urls.cend()) {
  m_pin = add(QStringLiteral("pin"), QStringLiteral("Keep on This Computer"), menu);
  m_unpin = add(QStringLiteral("unpin"), QStringLiteral("No Longer Keep on This Computer"), menu);
  add(QStringLiteral("favorite"), QStringLiteral("Add to Favourites"), menu);
  // The last, so that nothing moves under the pointer when they appear.
  m_link = add(QStringLiteral("link"), QStringLiteral("Copy Link"), menu);
  m_evict = add(QStringLiteral("evict"), QStringLiteral("Free Up Space"), menu);
  m_unpin->setVisible(false);
  m_link->setVisible(false);
  m_evict->setVisible(false);
  connect(items, &Items::found, this, &Choices::note);
  for (const QUrl &item : std::as_const(m_asked)) items->read(item);
}

QAction *Choices::add(const QString &command, const QString &label, QMenu *menu) {
  QAction *action = menu->addAction(label);
  connect(action, &QAction::triggered, action, [command, urls = m_urls] { run(command, urls); });
  return action;
}

void Choices::note(const QUrl &item, const QStringList &words) {
  // An earlier menu may have asked for others.
  if (!m_asked.contains(item)) return;
  m_known[item] = words;
  if (m_known.size() < m_asked.size()) return;
  const bool isPinned = all(QStringLiteral("pinned"));
  m_pin->setVisible(!isPinned);
  m_unpin->setVisible(isPinned);
  m_link->setVisible(m_asked.size() == 1 && all(QStringLiteral("linked")));
  // A local domain has its contents nowhere else.
  m_evict->setVisible(all(QStringLiteral("provided")) && !isPinned && !all(QStringLiteral("dataless")));
}

bool Choices::all(const QString &word) const {
  return std::all_of(m_known.cbegin(), m_known.cend(), [&](const QStringList &words) { return words.contains(word); });
}
