import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { CrashPage } from './app/CrashPage.tsx';
import type { Page } from './app/feature.ts';
import { features } from './app/features.ts';
import { NotFoundPage } from './app/NotFoundPage.tsx';
import { RequireAbility } from './app/RequireAbility.tsx';
import { Starting } from './app/Starting.tsx';
import { paths } from './paths.ts';

/** All pages of the console. The code of each is loaded apart from the others. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Starting,
    errorElement: <CrashPage />,
    children: [
      {
        path: paths.landing,
        lazy: loaded(async () => (await import('./landing/LandingPage.tsx')).LandingPage),
      },
      { path: paths.login, lazy: loaded(async () => (await import('./auth/SignInPage.tsx')).SignInPage) },
      { path: paths.setup, lazy: loaded(async () => (await import('./auth/SetupPage.tsx')).SetupPage) },
      {
        path: paths.forgotPassword,
        lazy: loaded(async () => (await import('./auth/ForgotPasswordPage.tsx')).ForgotPasswordPage),
      },
      {
        path: paths.resetPassword,
        lazy: loaded(async () => (await import('./auth/ResetPasswordPage.tsx')).ResetPasswordPage),
      },
      {
        lazy: loaded(async () => (await import('./app/SignedInArea.tsx')).SignedInArea),
        children: [
          // A page that throws an error leaves the sidebar in place.
          { errorElement: <CrashPage />, children: features.flatMap(({ pages }) => pages.map(routeOf)) },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

function routeOf({ path, load, needs }: Page): RouteObject {
  const page = { path, lazy: loaded(load) };
  return needs ? { element: <RequireAbility ability={needs} />, children: [page] } : page;
}

function loaded(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await load() });
}
