/** Every text of the sessions, in English. A translation is another object of this type. */
export const sessionTexts = {
  title: 'Sessions',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  current: 'This device',
  /** `ip` is null when it is unknown. */
  since: (ip: string | null, time: string) => (ip === null ? `Since ${time}` : `${ip} · Since ${time}`),
  lastSeen: 'Last seen',
  end: 'Sign Out',
  endNamed: (device: string) => `Sign out ${device}`,
  ended: 'Session ended',
  endFailed: 'Failed to end the session',
  endOthers: 'Sign Out All Others',
  endOthersTitle: 'Sign out all other sessions',
  endOthersMessage: 'Every other device must sign in again.',
  endAll: 'Sign Out Everywhere',
  endAllTitle: 'Sign out everywhere',
  endAllMessage: 'The user must sign in again on every device.',
  allEnded: 'All other sessions ended',
  none: 'Not signed in anywhere',
};
