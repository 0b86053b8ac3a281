// Runs in the browser, behind the library of passkeys: see passkey-script.ts. Each form with data-passkey asks the browser for a passkey
// and sends its answer. Nothing else on the page needs a script.

(() => {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
  if (!browserSupportsWebAuthn()) return;

  const texts = {
    create: 'No passkey was added. Try again, and confirm with your finger, face or PIN.',
    get: 'No passkey was used. Try again, or sign in another way.',
    known: 'This device has a passkey for your account already.',
  };

  const ask = (form) => {
    const optionsJSON = JSON.parse(form.dataset.options);
    return form.dataset.passkey === 'create'
      ? startRegistration({ optionsJSON })
      : startAuthentication({ optionsJSON });
  };

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const problem = form.querySelector('[role="alert"]');
    form.hidden = false;
    const send = (answer) => {
      form.elements.answer.value = JSON.stringify(answer);
      form.submit();
    };
    const complain = (error) => {
      problem.textContent = error.name === 'InvalidStateError' ? texts.known : texts[form.dataset.passkey];
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      problem.textContent = '';
      ask(form).then(send, complain);
    });
  }
})();
