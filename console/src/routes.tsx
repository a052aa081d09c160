import type { RouteObject } from 'react-router-dom';
import { CrashPage } from './app/CrashPage.tsx';
import { NotFoundPage } from './app/NotFoundPage.tsx';
import { RequirePrivilege } from './app/RequirePrivilege.tsx';
import { Starting } from './app/Starting.tsx';

/** All pages of the console. Each is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Starting,
    errorElement: <CrashPage />,
    children: [
      {
        path: '/',
        lazy: async () => ({ Component: (await import('./landing/LandingPage.tsx')).LandingPage }),
      },
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('./auth/SignInPage.tsx')).SignInPage }),
      },
      {
        path: '/setup',
        lazy: async () => ({ Component: (await import('./auth/SetupPage.tsx')).SetupPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./app/SignedInArea.tsx')).SignedInArea }),
        children: [
          {
            // A page that throws an error leaves the sidebar in place.
            errorElement: <CrashPage />,
            children: [
              {
                path: '/dashboard',
                lazy: async () => ({
                  Component: (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
                }),
              },
              {
                path: '/leads',
                lazy: async () => ({
                  Component: (await import('./leads/list/LeadsPage.tsx')).LeadsPage,
                }),
              },
              {
                path: '/leads/:id',
                lazy: async () => ({
                  Component: (await import('./leads/detail/LeadPage.tsx')).LeadPage,
                }),
              },
              {
                path: '/leads/:id/edit',
                lazy: async () => ({
                  Component: (await import('./leads/form/EditLeadPage.tsx')).EditLeadPage,
                }),
              },
              {
                path: '/batches',
                lazy: async () => ({
                  Component: (await import('./batches/BatchesPage.tsx')).BatchesPage,
                }),
              },
              {
                path: '/batches/:id',
                lazy: async () => ({
                  Component: (await import('./batches/BatchPage.tsx')).BatchPage,
                }),
              },
              {
                element: <RequirePrivilege privilege="admin" />,
                children: [
                  {
                    path: '/leads/new',
                    lazy: async () => ({
                      Component: (await import('./leads/form/NewLeadPage.tsx')).NewLeadPage,
                    }),
                  },
                  {
                    path: '/users',
                    lazy: async () => ({
                      Component: (await import('./users/list/UsersPage.tsx')).UsersPage,
                    }),
                  },
                  {
                    path: '/users/new',
                    lazy: async () => ({
                      Component: (await import('./users/form/NewUserPage.tsx')).NewUserPage,
                    }),
                  },
                  {
                    path: '/users/:id',
                    lazy: async () => ({
                      Component: (await import('./users/detail/UserPage.tsx')).UserPage,
                    }),
                  },
                  {
                    path: '/users/:id/edit',
                    lazy: async () => ({
                      Component: (await import('./users/form/EditUserPage.tsx')).EditUserPage,
                    }),
                  },
                  {
                    path: '/offers',
                    lazy: async () => ({
                      Component: (await import('./offers/list/OffersPage.tsx')).OffersPage,
                    }),
                  },
                  {
                    path: '/offers/new',
                    lazy: async () => ({
                      Component: (await import('./offers/form/NewOfferPage.tsx')).NewOfferPage,
                    }),
                  },
                  {
                    path: '/offers/:id',
                    lazy: async () => ({
                      Component: (await import('./offers/detail/OfferPage.tsx')).OfferPage,
                    }),
                  },
                  {
                    path: '/offers/:id/edit',
                    lazy: async () => ({
                      Component: (await import('./offers/form/EditOfferPage.tsx')).EditOfferPage,
                    }),
                  },
                  {
                    path: '/postbacks',
                    lazy: async () => ({
                      Component: (await import('./postbacks/list/PostbacksPage.tsx')).PostbacksPage,
                    }),
                  },
                  {
                    path: '/postbacks/new',
                    lazy: async () => ({
                      Component: (await import('./postbacks/form/NewPostbackPage.tsx')).NewPostbackPage,
                    }),
                  },
                  {
                    path: '/postbacks/:id/edit',
                    lazy: async () => ({
                      Component: (await import('./postbacks/form/EditPostbackPage.tsx')).EditPostbackPage,
                    }),
                  },
                  {
                    path: '/postbacks/:id/logs',
                    lazy: async () => ({
                      Component: (await import('./postbacks/logs/LogsPage.tsx')).LogsPage,
                    }),
                  },
                  {
                    path: '/postbacks/:id/test',
                    lazy: async () => ({
                      Component: (await import('./postbacks/test/TestPage.tsx')).TestPage,
                    }),
                  },
                  {
                    path: '/profile',
                    lazy: async () => ({
                      Component: (await import('./profile/ProfilePage.tsx')).ProfilePage,
                    }),
                  },
                  {
                    path: '/upload-leads',
                    lazy: async () => ({
                      Component: (await import('./leads/upload/UploadPage.tsx')).UploadPage,
                    }),
                  },
                  {
                    path: '/approvals',
                    lazy: async () => ({
                      Component: (await import('./approvals/ApprovalsPage.tsx')).ApprovalsPage,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];
