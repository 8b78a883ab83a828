import app from './app';
import lobby from './lobby';
import names from './names';
import refusals from './refusals';
import table from './table';

export default { ...app, ...lobby, ...names, ...refusals, ...table };
