import type en from '../en/cashier';

export default {
  'cashier': 'Cassa',
  'cashier.lead': 'In questa casa il denaro è finto: viene dal nulla e lì ritorna.',
  'cashier.balance': 'Saldo',
  'cashier.free': 'si può prelevare',
  'cashier.in': 'Versa',
  'cashier.out': 'Preleva',
  'cashier.amount': 'Importo',
  'cashier.all': 'Tutto',
  'cashier.deposit': 'Versa {amount}',
  'cashier.withdraw': 'Preleva {amount}',
  'cashier.deposited': 'Sono entrati {amount}. Il saldo è {balance}.',
  'cashier.withdrawn': 'Sono usciti {amount}. Il saldo è {balance}.',
  'cashier.over': 'È più del tuo saldo.',
  'cashier.nothing': 'Scrivi un importo.',
  'cashier.limit': 'Restano {left} del limite di versamento di {amount} al {period}.',
  'cashier.nolimit': 'Non hai messo un limite di versamento.',
  'cashier.setlimit': 'Mettine uno',
} as const satisfies Record<keyof typeof en, string>;
