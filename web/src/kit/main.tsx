// The kit on one page, in development only: `npm run kit`, then /kit.html?theme=dark&locale=es-US.
import '../ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Kit } from './kit';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Kit />
    </StrictMode>,
  );
}
