// The service worker shows push messages. It also runs while no page is open.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, id, type } = event.data.json();
  // A notification may arrive twice. The second one has the same tag and replaces the first.
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { type } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage());
});

async function openPage() {
  const [page] = await self.clients.matchAll({ type: 'window' });
  return page ? page.focus() : self.clients.openWindow('/');
}
