#pragma once

#include <QByteArray>
#include <QObject>
#include <QStringList>

#include <memory>

// Reads the extended attributes of items in one mount, in a thread of its own: a mount may not answer.
class Reader : public QObject {
  Q_OBJECT

public:
  Reader();
  ~Reader() override;

  // Has an item read. Returns at once.
  void read(const QByteArray &path);

Q_SIGNALS:
  // What is known of an item: “pinned”, “provided” in a provider's domain, “conflict”, and the state of its upload or of its contents.
  // Not sent where the mount fails.
  void found(const QByteArray &path, const QStringList &words);

private:
  struct Queue;
  std::shared_ptr<Queue> m_queue;
};
