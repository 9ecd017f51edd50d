#include "Actions.h"

#include "Choices.h"
#include "Items.h"

#include <KFileItemListProperties>
#include <KPluginFactory>
#include <QAction>
#include <QMenu>

K_PLUGIN_CLASS_WITH_JSON(Actions, "actions.json")

Actions::Actions(QObject *parent, const QVariantList &) : KAbstractFileItemActionPlugin(parent) {}

QList<QAction *> Actions::actions(const KFileItemListProperties &selection, QWidget *parent) {
  const QList<QUrl> urls = selection.urlList();
  auto *menu = new QMenu(parent);
  auto *items = new Items;
  items->setParent(menu);
  for (const QUrl &item : urls) {
    if (items->contains(item)) continue;
    delete menu;
    return {};
  }
  new Choices(urls, items, menu);
  auto *action = new QAction(QIcon::fromTheme(QStringLiteral("org.openfileprovider.fileprovider")), QStringLiteral("Files on Demand"), parent);
  action->setMenu(menu);
  return {action};
}

#include "Actions.moc"
