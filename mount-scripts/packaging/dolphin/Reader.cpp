#include "Reader.h"

#include <sys/xattr.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
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

// What the mount tells of an item; nothing where it fails.
std::optional<QStringList> wordsOf(const QByteArray &path) {
  bool hasFailed = false;
  // The value of an attribute; empty where there is none.
  const auto value = [&](const char *name) {
    char buffer[1024];
    const ssize_t size = lgetxattr(path.constData(), name, buffer, sizeof buffer);
    if (size < 0 && errno != ENODATA) hasFailed = true;
    return size > 0 ? QByteArray(buffer, int(size)) : QByteArray();
  };
  QStringList words;
  if (value("user.fileprovider.pinned") == "1") words << QStringLiteral("pinned");
  if (!value("user.fileprovider.provider").isEmpty()) words << QStringLiteral("provided");
  if (value("user.fileprovider.links") == "1") words << QStringLiteral("linked");
  if (value("user.fileprovider.conflict") == "1") words << QStringLiteral("conflict");
  const QByteArray upload = value("user.fileprovider.upload");
  words << QString::fromLatin1(upload.isEmpty() ? value("user.fileprovider.state") : upload);
  if (hasFailed) return {};
  return words;
}
}

Reader::Reader() : m_queue(std::make_shared<Queue>()) {
  m_queue->receiver = this;
  const auto run = [queue = m_queue] {
    std::unique_lock<std::mutex> lock(queue->mutex);
    while (true) {
      queue->changed.wait(lock, [&] { return !queue->receiver || !queue->paths.empty(); });
      if (!queue->receiver) return;
      const QByteArray path = queue->paths.front();
      queue->paths.pop_front();
      lock.unlock();
      const std::optional<QStringList> words = wordsOf(path);
      lock.lock();
      Reader *receiver = queue->receiver;
      if (!receiver) return;
      if (!words) continue;
      // The object stays as long as the lock is held, and takes its events along when it goes.
      QMetaObject::invokeMethod(receiver, [=] { Q_EMIT receiver->found(path, *words); }, Qt::QueuedConnection);
    }
  };
  try {
    std::thread(run).detach();
  } catch (const std::system_error &error) {
    qWarning("fileprovider: %s", error.what());
  }
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
