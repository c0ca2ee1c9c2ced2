import {chromium} from 'playwright-core';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu']});
const p=await b.newPage({viewport:{width:1300,height:800}});
p.on('console',m=>console.log('console',m.type(),m.text()));
for(;;){try{await p.goto('http://localhost:4319/');break}catch{await new Promise(r=>setTimeout(r,100))}}
const snap=async n=>p.screenshot({path:`/tmp/newcomer/${n}.png`});
await p.getByText('basket-7').first().waitFor({timeout:20000}).catch(()=>console.log('no basket'));
await snap('requests');
await p.getByRole('button',{name:'Faults',exact:true}).click();
await new Promise(r=>setTimeout(r,700)); await snap('faults');
console.log(await p.locator('main').innerText());
await p.getByRole('button',{name:'Requests',exact:true}).click();
await new Promise(r=>setTimeout(r,4000));
await snap('after'); console.log(await p.locator('body').innerText());
await b.close();
