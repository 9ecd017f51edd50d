#pragma once

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

  Items m_items;
  QHash<QUrl, QStringList> m_known;
  // What is read again soon.
  QSet<QUrl> m_timed;
};
