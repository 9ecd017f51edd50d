#pragma once

#include "Changes.h"
#include "Items.h"

#include <KOverlayIconPlugin>
#include <QHash>
#include <QSet>

// Shows in Dolphin where the documents of a mount are.
class Overlays : public KOverlayIconPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID "org.openfileprovider.overlays" FILE "overlays.json")

public:
  Overlays();

  // Returns what was read last, and has it read again.
  QStringList getOverlays(const QUrl &item) override;

private:
  void show(const QUrl &item, const QStringList &words);
  // Has the windows that still show an item ask for its emblems, so that it is read.
  void lookAgain(const QUrl &item);

  Items m_items;
  Changes m_changes;
  QHash<QUrl, QStringList> m_known;
  // What is looked at again soon.
  QSet<QUrl> m_timed;
};
