#include "Actions.h"

#include "Choices.h"

#include <KFileItemListProperties>
#include <KPluginFactory>
#include <QMenu>

#include <algorithm>

K_PLUGIN_CLASS_WITH_JSON(Actions, "actions.json")

Actions::Actions(QObject *parent, const QVariantList &) : KAbstractFileItemActionPlugin(parent) {}

QList<QAction *> Actions::actions(const KFileItemListProperties &selection, QWidget *parent) {
  delete m_menu;
  const QList<QUrl> urls = selection.urlList();
  if (!std::all_of(urls.cbegin(), urls.cend(), [this](const QUrl &item) { return m_items.contains(item); })) return {};
  m_menu = new QMenu(QStringLiteral("Files on Demand"), parent);
  m_menu->setIcon(QIcon::fromTheme(QStringLiteral("org.openfileprovider.fileprovider")));
  new Choices(urls, &m_items, m_menu);
  return {m_menu->menuAction()};
}

#include "Actions.moc"
