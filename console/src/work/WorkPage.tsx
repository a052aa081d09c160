import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { useTitle } from '../ui/useTitle.ts';
import { QueuePage } from './queue/QueuePage.tsx';
import { TeamPage } from './team/TeamPage.tsx';
import { workTexts } from './texts.ts';

/** Operators work on their queue here; admins see who works on what. */
export function WorkPage() {
  useTitle(workTexts.title);
  return can(useCurrentUser(), 'work-leads') ? <QueuePage /> : <TeamPage />;
}
