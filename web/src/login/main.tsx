/** The start of the provider's own pages. They share the kit with the app, and nothing else. */
import '../ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginApp } from './LoginApp';
import { startText } from './text';

// The app's choice of light or dark, before the first paint; without one the system decides.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

// A page kept by the browser for its Back button would still be waiting for an answer that was used long ago.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

startText();

const container = document.getElementById('root');
if (container === null) throw new Error('login.html has no #root');
createRoot(container).render(
  <StrictMode>
    <LoginApp address={location} />
  </StrictMode>,
);
