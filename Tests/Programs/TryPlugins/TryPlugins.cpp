// Loads a plug-in as Dolphin does, until it is ended:
//
//   tryplugins overlays PLUGIN [PATH... --] PATH...
//     prints the emblems of each path, and again when the plug-in says that they have changed. Paths before -- are in a window that is closed: they are not
//     asked for again.
//   tryplugins actions PLUGIN LABEL PATH...
//     prints the menu for the paths, and again when it changes; chooses the label as soon as it is there
#include <KAbstractFileItemActionPlugin>
#include <KFileItem>
#include <KFileItemListProperties>
#include <KIO/UDSEntry>
#include <KOverlayIconPlugin>
#include <KPluginFactory>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QPluginLoader>
#include <QUrl>
#include <QWidget>

#include <cstdio>
#include <sys/stat.h>

static void print(const QString &text) {
  printf("%s\n", qPrintable(text));
  fflush(stdout);
}

static int fail(const QString &message) {
  fprintf(stderr, "%s\n", qPrintable(message));
  return 1;
}

static int threadCount() { return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); }

static int tryOverlays(const QString &file, const QStringList &paths) {
  QPluginLoader loader(file);
  auto *plugin = qobject_cast<KOverlayIconPlugin *>(loader.instance());
  if (!plugin) return fail(loader.errorString());
  const QStringList closed = paths.mid(0, qMax(0, int(paths.indexOf(QStringLiteral("--")))));
  const auto show = [](const QUrl &item, const QStringList &emblems) {
    print(item.fileName() + QStringLiteral(": ") + emblems.join(QLatin1Char(' ')));
  };
  QObject::connect(plugin, &KOverlayIconPlugin::overlaysChanged, plugin, [=](const QUrl &item, const QStringList &emblems) {
    // Dolphin asks where a window has the item, and does nothing else with the signal.
    show(item, closed.contains(item.toLocalFile()) ? emblems : plugin->getOverlays(item));
  });
  for (const QString &path : paths) {
    if (path != QLatin1String("--")) show(QUrl::fromLocalFile(path), plugin->getOverlays(QUrl::fromLocalFile(path)));
  }
  return QApplication::exec();
}

static int tryActions(const QString &file, const QString &label, const QStringList &paths) {
  const auto loaded = KPluginFactory::instantiatePlugin<KAbstractFileItemActionPlugin>(KPluginMetaData(file));
  if (!loaded) return fail(loaded.errorString);
  KFileItemList items;
  // What a listing tells of them is known, so that nothing asks the mount.
  for (const QString &path : paths) {
    KIO::UDSEntry entry;
    entry.fastInsert(KIO::UDSEntry::UDS_NAME, QFileInfo(path).fileName());
    entry.fastInsert(KIO::UDSEntry::UDS_MIME_TYPE, QStringLiteral("application/octet-stream"));
    entry.fastInsert(KIO::UDSEntry::UDS_FILE_TYPE, S_IFREG);
    entry.fastInsert(KIO::UDSEntry::UDS_ACCESS, 0644);
    items << KFileItem(entry, QUrl::fromLocalFile(path));
  }
  QWidget parent;
  // Nothing but the last menu is left of those that a person opens in one window.
  QList<QAction *> actions = loaded.plugin->actions(KFileItemListProperties(items), &parent);
  const int threads = threadCount();
  for (int menu = 0; menu < 20; menu++) actions = loaded.plugin->actions(KFileItemListProperties(items), &parent);
  const int menus = parent.findChildren<QMenu *>().size();
  if (menus > 1 || threadCount() > threads + 5) {
    return fail(QStringLiteral("%1 menus, %2 threads, %3 before").arg(menus).arg(threadCount()).arg(threads));
  }
  if (actions.isEmpty()) print(QStringLiteral("no menu"));
  for (const QAction *action : actions) {
    QMenu *menu = action->menu();
    const auto show = [menu, label] {
      static bool isChosen = false;
      QStringList labels;
      const QList<QAction *> choices = menu->actions();
      for (QAction *choice : choices) {
        if (!choice->isVisible()) continue;
        labels << choice->text();
        if (choice->text() != label || isChosen) continue;
        isChosen = true;
        QMetaObject::invokeMethod(choice, &QAction::trigger, Qt::QueuedConnection);
      }
      print(labels.join(QStringLiteral(", ")));
    };
    const QList<QAction *> choices = menu->actions();
    for (QAction *choice : choices) QObject::connect(choice, &QAction::changed, menu, show);
    show();
  }
  return QApplication::exec();
}

int main(int count, char **words) {
  QApplication application(count, words);
  const QStringList arguments = application.arguments();
  if (arguments.value(1) == QLatin1String("overlays") && count > 3) return tryOverlays(arguments[2], arguments.mid(3));
  if (arguments.value(1) == QLatin1String("actions") && count > 4) return tryActions(arguments[2], arguments[3], arguments.mid(4));
  return fail(QStringLiteral("usage"));
}
