#include "Reader.h"

#include <sys/xattr.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

// What the thread shares with the object. The thread may outlive that, when it waits for a mount.
struct Reader::Queue {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<QByteArray> paths;
  // Null when the object is gone.
  Reader *receiver = nullptr;
};

namespace {
// More are not waited for: what a person looks at is asked for again.
const size_t mostPaths = 10000;

// The value of an attribute that is a word; empty where there is none.
QByteArray value(const QByteArray &path, const char *name) {
  char buffer[64];
  const ssize_t size = lgetxattr(path.constData(), name, buffer, sizeof buffer);
  return size > 0 ? QByteArray(buffer, int(size)) : QByteArray();
}

QStringList wordsOf(const QByteArray &path) {
  QStringList words;
  if (value(path, "user.fileprovider.pinned") == "1") words << QStringLiteral("pinned");
  if (lgetxattr(path.constData(), "user.fileprovider.provider", nullptr, 0) > 0) words << QStringLiteral("provided");
  if (value(path, "user.fileprovider.conflict") == "1") words << QStringLiteral("conflict");
  const QByteArray upload = value(path, "user.fileprovider.upload");
  return words << QString::fromLatin1(upload.isEmpty() ? value(path, "user.fileprovider.state") : upload);
}
}

Reader::Reader() : m_queue(std::make_shared<Queue>()) {
  m_queue->receiver = this;
  std::thread([queue = m_queue] {
    std::unique_lock<std::mutex> lock(queue->mutex);
    while (true) {
      queue->changed.wait(lock, [&] { return !queue->receiver || !queue->paths.empty(); });
      if (!queue->receiver) return;
      const QByteArray path = queue->paths.front();
      queue->paths.pop_front();
      lock.unlock();
      const QStringList words = wordsOf(path);
      lock.lock();
      Reader *receiver = queue->receiver;
      if (!receiver) return;
      // The object stays as long as the lock is held, and takes its events along when it goes.
      QMetaObject::invokeMethod(receiver, [=] { Q_EMIT receiver->found(path, words); }, Qt::QueuedConnection);
    }
  }).detach();
}

Reader::~Reader() {
  const std::lock_guard<std::mutex> lock(m_queue->mutex);
  m_queue->receiver = nullptr;
  m_queue->changed.notify_one();
}

void Reader::read(const QByteArray &path) {
  const std::lock_guard<std::mutex> lock(m_queue->mutex);
  if (m_queue->paths.size() >= mostPaths) m_queue->paths.pop_front();
  m_queue->paths.push_back(path);
  m_queue->changed.notify_one();
}
