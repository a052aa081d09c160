/** The texts of the file of an ended export. Its page loads them, the leads list does not. */
export const exportFileTexts = {
  expired: 'The file is gone: files are kept for a day',
  keptUntil: (size: string, time: string) => `${size}, kept until ${time}`,
  download: 'Download',
};
