// The service worker shows push messages. It also runs while no page is open.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, id, type, url } = event.data.json();
  // A notification may arrive twice. The second one has the same tag and replaces the first.
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { type, url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url));
});

// The page of the message, which needs no sign-in; a test has none.
async function openPage(url) {
  if (url) return self.clients.openWindow(url);
  const [page] = await self.clients.matchAll({ type: 'window' });
  return page ? page.focus() : self.clients.openWindow('/');
}
