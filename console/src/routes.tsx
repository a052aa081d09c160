import type { RouteObject } from 'react-router-dom';
import { CrashPage } from './app/CrashPage.tsx';
import { NotFoundPage } from './app/NotFoundPage.tsx';
import { RequireAbility } from './app/RequireAbility.tsx';
import { Starting } from './app/Starting.tsx';
import { paths } from './paths.ts';

/** All pages of the console. Each is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Starting,
    errorElement: <CrashPage />,
    children: [
      {
        path: paths.landing,
        lazy: async () => ({ Component: (await import('./landing/LandingPage.tsx')).LandingPage }),
      },
      {
        path: paths.login,
        lazy: async () => ({ Component: (await import('./auth/SignInPage.tsx')).SignInPage }),
      },
      {
        path: paths.setup,
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
                path: paths.dashboard,
                lazy: async () => ({
                  Component: (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
                }),
              },
              {
                path: paths.leads.list,
                lazy: async () => ({
                  Component: (await import('./leads/list/LeadsPage.tsx')).LeadsPage,
                }),
              },
              {
                path: paths.leads.one(':id'),
                lazy: async () => ({
                  Component: (await import('./leads/detail/LeadPage.tsx')).LeadPage,
                }),
              },
              {
                path: paths.leads.edit(':id'),
                lazy: async () => ({
                  Component: (await import('./leads/form/EditLeadPage.tsx')).EditLeadPage,
                }),
              },
              {
                path: paths.batches.list,
                lazy: async () => ({
                  Component: (await import('./batches/BatchesPage.tsx')).BatchesPage,
                }),
              },
              {
                path: paths.batches.one(':id'),
                lazy: async () => ({
                  Component: (await import('./batches/BatchPage.tsx')).BatchPage,
                }),
              },
              {
                element: <RequireAbility ability="open-admin-pages" />,
                children: [
                  {
                    path: paths.leads.new,
                    lazy: async () => ({
                      Component: (await import('./leads/form/NewLeadPage.tsx')).NewLeadPage,
                    }),
                  },
                  {
                    path: paths.users.list,
                    lazy: async () => ({
                      Component: (await import('./users/list/UsersPage.tsx')).UsersPage,
                    }),
                  },
                  {
                    path: paths.users.new,
                    lazy: async () => ({
                      Component: (await import('./users/form/NewUserPage.tsx')).NewUserPage,
                    }),
                  },
                  {
                    path: paths.users.one(':id'),
                    lazy: async () => ({
                      Component: (await import('./users/detail/UserPage.tsx')).UserPage,
                    }),
                  },
                  {
                    path: paths.users.edit(':id'),
                    lazy: async () => ({
                      Component: (await import('./users/form/EditUserPage.tsx')).EditUserPage,
                    }),
                  },
                  {
                    path: paths.offers.list,
                    lazy: async () => ({
                      Component: (await import('./offers/list/OffersPage.tsx')).OffersPage,
                    }),
                  },
                  {
                    path: paths.offers.new,
                    lazy: async () => ({
                      Component: (await import('./offers/form/NewOfferPage.tsx')).NewOfferPage,
                    }),
                  },
                  {
                    path: paths.offers.one(':id'),
                    lazy: async () => ({
                      Component: (await import('./offers/detail/OfferPage.tsx')).OfferPage,
                    }),
                  },
                  {
                    path: paths.offers.edit(':id'),
                    lazy: async () => ({
                      Component: (await import('./offers/form/EditOfferPage.tsx')).EditOfferPage,
                    }),
                  },
                  {
                    path: paths.postbacks.list,
                    lazy: async () => ({
                      Component: (await import('./postbacks/list/PostbacksPage.tsx')).PostbacksPage,
                    }),
                  },
                  {
                    path: paths.postbacks.new,
                    lazy: async () => ({
                      Component: (await import('./postbacks/form/NewPostbackPage.tsx')).NewPostbackPage,
                    }),
                  },
                  {
                    path: paths.postbacks.edit(':id'),
                    lazy: async () => ({
                      Component: (await import('./postbacks/form/EditPostbackPage.tsx')).EditPostbackPage,
                    }),
                  },
                  {
                    path: paths.postbacks.logs(':id'),
                    lazy: async () => ({
                      Component: (await import('./postbacks/logs/LogsPage.tsx')).LogsPage,
                    }),
                  },
                  {
                    path: paths.postbacks.test(':id'),
                    lazy: async () => ({
                      Component: (await import('./postbacks/test/TestPage.tsx')).TestPage,
                    }),
                  },
                  {
                    path: paths.profile,
                    lazy: async () => ({
                      Component: (await import('./profile/ProfilePage.tsx')).ProfilePage,
                    }),
                  },
                  {
                    path: paths.leads.upload,
                    lazy: async () => ({
                      Component: (await import('./leads/upload/UploadPage.tsx')).UploadPage,
                    }),
                  },
                  {
                    path: paths.approvals,
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
