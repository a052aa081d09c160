import { UserGate } from './UserGate.tsx';
import { UserView } from './UserView.tsx';

/** User detail. */
export function UserPage() {
  return <UserGate>{(user) => <UserView key={user._id} user={user} />}</UserGate>;
}
