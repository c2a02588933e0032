// SPDX-License-Identifier: GPL-2.0-or-later
//
// The minimum of a program that carries one file to a second machine over a key-value bucket of NATS JetStream.
//
// c-fleet bucket URL BUCKET REPLICAS: makes the bucket.
// c-fleet publish URL BUCKET DIRECTORY: for each file that is renamed into DIRECTORY: reads it, puts it as a chunk named by its
// SHA-256, and creates the next manifest.
// c-fleet mirror URL BUCKET DIRECTORY SOCKET: for each manifest: gets the chunk, verifies it, makes a release in DIRECTORY with the
// same calls of fsync as `livery mirror`, swaps the link `current`, and writes 200 bytes to the one connection of SOCKET.
#include <fcntl.h>
#include <limits.h>
#include <nats/nats.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int checked(int result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

static void sent(natsStatus status, const char *call) {
  if (status == NATS_OK) return;
  fprintf(stderr, "%s: %s\n", call, natsStatus_GetText(status));
  exit(1);
}

static void name_of(const void *bytes, size_t count, char name[65]) {
  unsigned char digest[32];
  SHA256(bytes, count, digest);
  for (int i = 0; i < 32; i++) snprintf(name + 2 * i, 3, "%02x", digest[i]);
}

static void write_durably(const char *path, const void *bytes, size_t count) {
  int file = checked(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444), "open");
  if (write(file, bytes, count) != (ssize_t)count) exit(1);
  checked(fsync(file), "fsync");
  close(file);
}

static void sync_directory(const char *path) {
  int directory = checked(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open");
  checked(fsync(directory), "fsync");
  close(directory);
}

static kvStore *open_bucket(const char *url, const char *bucket, jsCtx **context) {
  natsConnection *connection = NULL;
  natsOptions *options = NULL;
  kvStore *store = NULL;
  sent(natsOptions_Create(&options), "natsOptions_Create");
  sent(natsOptions_SetURL(options, url), "natsOptions_SetURL");
  sent(natsOptions_SetSendAsap(options, true), "natsOptions_SetSendAsap");
  sent(natsConnection_Connect(&connection, options), "natsConnection_Connect");
  sent(natsConnection_JetStream(context, connection, NULL), "natsConnection_JetStream");
  if (bucket) sent(js_KeyValue(&store, *context, bucket), "js_KeyValue");
  return store;
}

static void publish(kvStore *store, const char *directory) {
  static char bytes[512 << 10];
  unsigned long long number = 0;
  checked(chdir(directory), "chdir");
  int events = checked(inotify_init1(IN_CLOEXEC), "inotify_init1");
  checked(inotify_add_watch(events, ".", IN_MOVED_TO), "inotify_add_watch");
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    char batch[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)]
        __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t length = read(events, batch, sizeof batch);
    for (char *place = batch; place < batch + length;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      int file = checked(open(event->name, O_RDONLY | O_CLOEXEC), "open");
      int count = checked((int)read(file, bytes, sizeof bytes), "read");
      close(file);
      char key[80] = "o.", manifest[4096];
      name_of(bytes, (size_t)count, key + 2);
      sent(kvStore_Put(NULL, store, key, bytes, count), "kvStore_Put");
      int size = snprintf(manifest, sizeof manifest, "{\"number\":%llu,\"chunk\":\"%s\"}", ++number, key);
      snprintf(key, sizeof key, "m.%020llu", number);
      sent(kvStore_Create(NULL, store, key, manifest, size), "kvStore_Create");
      place += sizeof *event + event->len;
    }
  }
}

static void mirror(kvStore *store, const char *directory, const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int listener = checked(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  checked(bind(listener, (struct sockaddr *)&address, sizeof address), "bind");
  checked(listen(listener, 1), "listen");
  checked(chdir(directory), "chdir");
  checked(mkdir("releases", 0755), "mkdir");
  kvWatcher *watcher = NULL;
  sent(kvStore_Watch(&watcher, store, "m.*", NULL), "kvStore_Watch");
  printf("ready\n");
  fflush(stdout);
  int subscriber = checked(accept(listener, NULL, NULL), "accept");
  static char message[200];
  memset(message, 'x', sizeof message - 1);
  for (;;) {
    kvEntry *entry = NULL, *chunk = NULL;
    natsStatus status = kvWatcher_Next(&entry, watcher, 60000);
    if (status == NATS_TIMEOUT) continue;
    sent(status, "kvWatcher_Next");
    // Null marks the end of the entries that were there.
    if (!entry) continue;
    char key[80], name[65], release[64], file[128], list[128], target[80];
    const char *place = strstr(kvEntry_ValueString(entry), "o.");
    if (!place) exit(1);
    snprintf(key, 67, "%s", place);
    sent(kvStore_Get(&chunk, store, key), "kvStore_Get");
    name_of(kvEntry_Value(chunk), (size_t)kvEntry_ValueLen(chunk), name);
    if (strcmp(name, key + 2) != 0) exit(1);
    snprintf(release, sizeof release, "releases/%s", kvEntry_Key(entry) + 2);
    write_durably(".record.new", key, strlen(key));
    checked(rename(".record.new", ".record"), "rename");
    sync_directory(".");
    checked(mkdir(release, 0755), "mkdir");
    snprintf(file, sizeof file, "%s/file", release);
    write_durably(file, kvEntry_Value(chunk), (size_t)kvEntry_ValueLen(chunk));
    sync_directory(release);
    snprintf(list, sizeof list, "%s.json", release);
    write_durably(list, kvEntry_Value(entry), (size_t)kvEntry_ValueLen(entry));
    sync_directory("releases");
    snprintf(target, sizeof target, "%s", release);
    checked(symlink(target, ".current"), "symlink");
    checked(rename(".current", "current"), "rename");
    sync_directory(".");
    checked((int)write(subscriber, message, sizeof message), "write");
    kvEntry_Destroy(chunk);
    kvEntry_Destroy(entry);
  }
}

int main(int count, char **arguments) {
  if (count < 5) return 2;
  jsCtx *context = NULL;
  if (strcmp(arguments[1], "bucket") == 0) {
    kvConfig configuration;
    kvStore *store = NULL;
    open_bucket(arguments[2], NULL, &context);
    sent(kvConfig_Init(&configuration), "kvConfig_Init");
    configuration.Bucket = arguments[3];
    configuration.History = 1;
    configuration.Replicas = atoi(arguments[4]);
    sent(js_CreateKeyValue(&store, context, &configuration), "js_CreateKeyValue");
    return 0;
  }
  kvStore *store = open_bucket(arguments[2], arguments[3], &context);
  if (strcmp(arguments[1], "publish") == 0) publish(store, arguments[4]);
  if (strcmp(arguments[1], "mirror") == 0 && count == 6) mirror(store, arguments[4], arguments[5]);
  return 2;
}
