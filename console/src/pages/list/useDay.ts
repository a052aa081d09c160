import { useSyncExternalStore } from 'react';
import { currentMinute, everyMinute } from '../../ui/useMinute.ts';

/** The day of the user's device: the component renders again when the next one begins. */
export const useDay = (): string => useSyncExternalStore(everyMinute, currentDay);

const currentDay = (): string => new Date(currentMinute()).toDateString();
