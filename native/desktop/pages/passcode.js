// Asks for the passcode of this computer, or has one chosen. Closing the window is an answer, too: none.
const words = {
  en: {
    choose: ['Choose a passcode', 'You’ll need it to unlock Atrium on this computer.', 'Passcode', 'Passcode again', 'Save'],
    enter: ['Unlock Atrium', 'After two wrong tries, you’ll have to sign in again.', 'Passcode', '', 'Unlock'],
    short: 'Use at least 6 characters.',
    differs: 'The two passcodes don’t match. Enter them again.',
  },
  es: {
    choose: ['Elija un código', 'Lo necesitará para desbloquear Atrium en esta computadora.', 'Código', 'Repita el código', 'Guardar'],
    enter: ['Desbloquear Atrium', 'Después de dos intentos fallidos, tendrá que iniciar sesión de nuevo.', 'Código', '', 'Desbloquear'],
    short: 'Use al menos 6 caracteres.',
    differs: 'Los dos códigos no coinciden. Escríbalos de nuevo.',
  },
};
const language = navigator.language.startsWith('es') ? 'es' : 'en';
const { invoke } = window.__TAURI_INTERNALS__;
const $ = (selector) => document.querySelector(selector);
const minCharacters = 6;

const asking = (await invoke('passcode_question')) ?? 'enter';
const isNew = asking === 'choose';
const texts = words[language];
const [title, hint, label, again, action] = texts[asking];
document.documentElement.lang = language;
document.title = title;
$('h1').textContent = title;
$('#hint').textContent = hint;
$('label[for=passcode]').textContent = label;
$('label[for=again]').textContent = again;
$('label[for=again]').hidden = !isNew;
$('#again').hidden = !isNew;
$('button').textContent = action;
$('#passcode').focus();

const wrong = (text, field) => {
  $('#error').textContent = text;
  field.focus();
};

$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const passcode = $('#passcode').value;
  if (isNew && [...passcode].length < minCharacters) return wrong(texts.short, $('#passcode'));
  if (isNew && passcode !== $('#again').value) return wrong(texts.differs, $('#again'));
  void invoke('passcode_answer', { passcode });
});
