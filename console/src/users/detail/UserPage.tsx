import { UserGate } from './UserGate.tsx';
import { UserView } from './UserView.tsx';

export function UserPage() {
  return <UserGate>{(user) => <UserView key={user._id} user={user} />}</UserGate>;
}
