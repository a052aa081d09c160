import { createContext, useContext } from 'react';
import { can } from '../auth/can.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { paths } from '../paths.ts';
import type { Feature, NavigationItem } from './feature.ts';

/** The links that the user may see, in the order of the features. */
export function navigationOf(features: readonly Feature[], user: CurrentUser): readonly NavigationItem[] {
  return features.flatMap(({ navigation }) =>
    navigation.filter(({ needs }) => needs === undefined || can(user, needs)),
  );
}

/** All links of the signed-in user. A context: a page that imported the list of features would import itself. */
export const Navigation = createContext<readonly NavigationItem[]>([]);

export function useNavigation(place: NavigationItem['place']): readonly NavigationItem[] {
  return useContext(Navigation).filter((item) => item.place === place);
}

/** Whether the item's page, or a page below it, is open. The dashboard must match exactly. */
export function isActive(item: NavigationItem, path: string): boolean {
  if (item.to === paths.dashboard) return path === item.to;
  return path === item.to || path.startsWith(`${item.to}/`);
}
