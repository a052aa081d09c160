import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { keepPosition } from './api/position.ts';
import { keepUnanswered } from './api/unanswered.ts';
import { endFirstPage } from './app/importWithFiles.ts';
import { askEarly } from './auth/earlyMe.ts';
import { routes } from './routes.tsx';
import { restoreTenantTheme } from './theme/tenantTheme.ts';
import { target } from './url/target.ts';
import './theme/tokens.css';

restoreTenantTheme();
keepPosition();
askEarly();
keepUnanswered();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const router = createBrowserRouter(routes);
router.subscribe(({ initialized, location, navigation }) => {
  if (initialized) endFirstPage();
  target.path = (navigation.location ?? location).pathname;
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
