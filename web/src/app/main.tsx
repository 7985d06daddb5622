import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/all.ts';
import { takeVanity } from '../lib/address/vanity.ts';
import { App } from './app.tsx';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element with the id app.');
takeVanity();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
