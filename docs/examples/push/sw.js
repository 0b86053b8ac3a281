// Runs in the browser also while no page is open: shows what arrives.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, id, type } = event.data.json();
  // A notification may come twice. One with the same tag replaces the other, so that it is seen once.
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
