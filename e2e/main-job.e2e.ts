import { startProduct } from '@crm/platform/test/product.ts';
import { mainJob } from './main-job.ts';

mainJob(() => startProduct({ demoLeads: 20 }));
