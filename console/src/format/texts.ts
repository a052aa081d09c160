/** Every text of formatted values, in English. A translation is another object of this type. */
export const formatTexts = {
  justNow: 'Just now',
  // Plural forms, not functions: plural() itself is in this folder.
  minutesAgo: { one: '# minute ago', other: '# minutes ago' },
  hoursAgo: { one: '# hour ago', other: '# hours ago' },
  daysAgo: { one: '# day ago', other: '# days ago' },
  thousands: (n: string) => `${n}k`,
  bytes: (n: number) => `${n} B`,
  kilobytes: (n: number) => `${n} kB`,
  megabytes: (n: string) => `${n} MB`,
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    last_7_days: 'Last 7 days',
    last_30_days: 'Last 30 days',
    this_month: 'This month',
    last_month: 'Last month',
  },
};
