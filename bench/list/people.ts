/** Words for generated leads; a word that occurs more often in its list is chosen more often. */
export const firstNames = [
  'Priya',
  'Asha',
  'Ravi',
  'Sunita',
  'Omar',
  'Zoya',
  'Ahmed',
  'Tom',
  'Maria',
  'Li',
  'Deepak',
  'Anjali',
  'Mohammed',
  'Fatima',
  'Vikram',
  'Neha',
  'Rahul',
  'Kavita',
  'Suresh',
  'Meena',
  'रवि',
  'अनीता',
  'عمر',
  'ليلى',
];
/** Three in ten are Kumar. */
export const lastNames = [
  'Kumar',
  'Kumar',
  'Kumar',
  'Sharma',
  'Khan',
  'Patel',
  'Haddad',
  'Smith',
  'Rao',
  'Singh',
];
export const mailHosts = ['gmail.example', 'yahoo.example', 'mail.example', 'rediff.example'];
export const cities = ['Pune', 'Delhi', 'Mumbai', 'Kochi', 'Leeds', 'Dubai', 'Riyadh', 'Jaipur'];
export const streets = ['MG Road', 'Park Street', 'Station Road', 'Lake View', 'Market Lane'];
export const products = [
  { name: 'Orthovita Joint Capsules', price: 2499 },
  { name: 'Hair Serum', price: 1999 },
  { name: 'Slim Tea', price: 1499 },
  { name: 'Knee Oil', price: 999 },
  { name: 'Diabet Balance', price: 3499 },
  { name: 'Vision Plus', price: 2199 },
  { name: 'Heart Care', price: 2799 },
  { name: 'Immuno Drops', price: 1299 },
];
