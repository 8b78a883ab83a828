import account from './account';
import care from './care';
import cashier from './cashier';
import help from './help';
import history from './history';
import panel from './panel';
import round from './round';
import settings from './settings';
import supervisor from './supervisor';

export default { ...account, ...care, ...cashier, ...help, ...history, ...panel, ...round, ...settings, ...supervisor };
