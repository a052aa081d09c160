/** First and last names of one script and culture, which are combined. */
type Naming = { first: readonly string[]; last: readonly string[] };

/** Fictional customers of a call centre for India, Britain and the Gulf, also in local scripts. */
export type Region = {
  country: string;
  currency: 'INR' | 'GBP' | 'AED';
  namings: readonly Naming[];
  places: readonly { city: string; state: string; postIndex: string; area: string; near: string }[];
  streets: readonly string[];
  /** `#` is a digit. */
  phone: string;
  /** Remarks of partners and customers on an order; mostly none. */
  remarks: readonly (string | null)[];
};

const latin = {
  india: {
    first: [
      'Aarav',
      'Priya',
      'Rohan',
      'Ananya',
      'Vikram',
      'Sneha',
      'Arjun',
      'Kavya',
      'Rahul',
      'Meera',
      'Suresh',
      'Deepika',
    ],
    last: ['Sharma', 'Patel', 'Reddy', 'Iyer', 'Banerjee', 'Nair', 'Gupta', 'Deshmukh', 'Joshi', 'Pillai'],
  },
  punjab: { first: ['Gurpreet', 'Harjit', 'Simran', 'Jaspal'], last: ['Singh', 'Kaur', 'Gill', 'Sandhu'] },
  muslim: { first: ['Imran', 'Ayesha', 'Farhan', 'Zainab'], last: ['Khan', 'Siddiqui', 'Rahman', 'Begum'] },
  britain: {
    first: ['Oliver', 'Amelia', 'Harry', 'Isla', 'Callum', 'Grace', 'Siân', 'Jack', 'Freya'],
    last: ['Smith', "O'Brien", 'Hughes', 'MacLeod', 'Taylor', 'Evans', 'Whitfield', 'Clarke'],
  },
  newBritain: {
    first: ['Zofia', 'Chidi', 'Ngozi', 'Tomasz'],
    last: ['Kowalska', 'Okafor', 'Nowak', 'Adeyemi'],
  },
  gulf: {
    first: ['Omar', 'Fatima', 'Yusuf', 'Mariam', 'Khalid', 'Noura', 'Rashid', 'Hessa'],
    last: ['Al Mansoori', 'Al Hashimi', 'Haddad', 'Al Suwaidi', 'Al Ketbi'],
  },
} satisfies Record<string, Naming>;

const own = {
  hindi: { first: ['राजेश', 'सुनीता', 'अमित', 'पूजा', 'कविता'], last: ['शर्मा', 'वर्मा', 'गुप्ता', 'यादव'] },
  tamil: { first: ['முருகன்', 'கவிதா', 'செந்தில்', 'மீனா'], last: ['குமார்', 'ராஜன்', 'சுந்தரம்'] },
  bengali: { first: ['সুমিত', 'রিমা', 'অনিক', 'মৌসুমী'], last: ['দাস', 'সেন', 'চক্রবর্তী'] },
  arabic: { first: ['محمد', 'عائشة', 'سالم', 'نورة', 'خالد'], last: ['الكعبي', 'المزروعي', 'الشامسي'] },
} satisfies Record<string, Naming>;

export const regions: readonly Region[] = [
  {
    country: 'IN',
    currency: 'INR',
    namings: [
      latin.india,
      latin.india,
      latin.india,
      latin.punjab,
      latin.muslim,
      own.hindi,
      own.tamil,
      own.bengali,
    ],
    places: [
      {
        city: 'Pune',
        state: 'Maharashtra',
        postIndex: '411014',
        area: 'Viman Nagar',
        near: 'Near Phoenix Mall',
      },
      {
        city: 'Jaipur',
        state: 'Rajasthan',
        postIndex: '302017',
        area: 'Malviya Nagar',
        near: 'Opp. Gaurav Tower',
      },
      {
        city: 'Chennai',
        state: 'Tamil Nadu',
        postIndex: '600040',
        area: 'Anna Nagar',
        near: 'Behind the tower park',
      },
      {
        city: 'Kolkata',
        state: 'West Bengal',
        postIndex: '700064',
        area: 'Salt Lake',
        near: 'Near City Centre',
      },
      { city: 'लखनऊ', state: 'उत्तर प्रदेश', postIndex: '226010', area: 'गोमती नगर', near: 'बस अड्डे के पास' },
      {
        city: 'Ludhiana',
        state: 'Punjab',
        postIndex: '141001',
        area: 'Model Town',
        near: 'Near the gurdwara',
      },
    ],
    streets: ['MG Road', 'Station Road', 'Gandhi Marg', '2nd Cross Street', 'Nehru Nagar', 'गांधी मार्ग'],
    phone: '+91 9#### #####',
    remarks: [
      null,
      null,
      null,
      'Call after 6 pm',
      'Prefers Hindi',
      'कृपया शाम को कॉल करें',
      'Asked for a discount last time',
    ],
  },
  {
    country: 'GB',
    currency: 'GBP',
    namings: [latin.britain, latin.britain, latin.newBritain, latin.muslim],
    places: [
      {
        city: 'Leeds',
        state: 'West Yorkshire',
        postIndex: 'LS1 4DY',
        area: 'City Centre',
        near: 'Near the Corn Exchange',
      },
      {
        city: 'Birmingham',
        state: 'West Midlands',
        postIndex: 'B5 7QU',
        area: 'Edgbaston',
        near: 'By the cricket ground',
      },
      {
        city: 'Glasgow',
        state: 'Lanarkshire',
        postIndex: 'G12 8QQ',
        area: 'Hillhead',
        near: 'Above the bakery',
      },
      {
        city: 'Cardiff',
        state: 'South Glamorgan',
        postIndex: 'CF10 1EP',
        area: 'Butetown',
        near: 'Near the Bay',
      },
    ],
    streets: ['High Street', 'Station Road', 'Victoria Terrace', 'Church Lane', 'Mill Road'],
    phone: '+44 7### ######',
    remarks: [null, null, null, 'Deliver on Saturday only', 'Leave with the neighbour at no. 12'],
  },
  {
    country: 'AE',
    currency: 'AED',
    namings: [latin.gulf, latin.gulf, own.arabic],
    places: [
      {
        city: 'Dubai',
        state: 'Dubai',
        postIndex: '00000',
        area: 'Al Barsha',
        near: 'Near Mall of the Emirates',
      },
      {
        city: 'Abu Dhabi',
        state: 'Abu Dhabi',
        postIndex: '00000',
        area: 'Khalifa City',
        near: 'Villa beside the school',
      },
      { city: 'الشارقة', state: 'الشارقة', postIndex: '00000', area: 'المجاز', near: 'بجانب الحديقة' },
    ],
    streets: ['Street 12', 'Sheikh Zayed Road', 'Corniche Street', 'شارع الوحدة'],
    phone: '+971 5# ### ####',
    remarks: [null, null, null, 'يرجى الاتصال مساءً', 'Security desk will take the parcel'],
  },
];

export const webmasters = ['affbay', 'leadriver', 'clickmandi', 'gulfleads', null] as const;
