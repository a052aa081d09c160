import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from './api/queryClient.ts';
import { routes } from './routes.tsx';
import { followSystemMode } from './theme/mode.ts';
import { restoreTenantTheme } from './theme/tenantTheme.ts';
import './theme/tokens.css';

followSystemMode();
restoreTenantTheme();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
);
