import Foundation
import Testing

/// A store as the last release with GRDB left it: one of `OldStore` with four steps, to which GRDB's migrator had added two.
enum StoreOfGRDB {
  /// Writes its database into a new directory.
  static func make(in directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appendingPathComponent("items.sqlite")
    let packed = URL(fileURLWithPath: file.path + ".gz")
    try #require(Data(base64Encoded: database, options: .ignoreUnknownCharacters)).write(to: packed)
    let gzip = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["gzip", "--decompress", packed.path])
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
  }

  private static let database = """
    H4sIAAAAAAACA+3dT2zb1h3AcfKRlkT/CRO7ruo6aRmsa2zEjuM6zR8M2WY7SuM2c1rHaVoUhUdLtKxVllRR8poOBea0GHLZtYcBW7CiA3rZYYcdigFDN2xY
    UWCHAcN62DDsD3Yo0HYoCrRFtgF7/CNZ1B/bvfSP+v1AFsX3nh7Jx8dHUz/KvvzIxVzFsdaK5Q27Ys0o+xUhlK9blqIomvw5rGw7KH/0hnlV2Z2mHEurPV5h
    8z9+HcEEAAAAAAB8cu4cGJDPMfOninnL/Lf5V/P35q/lDAAAAAAA+PQMxcRU2Snl7bSTsdLFQsUpVFyjR4xmnM1c2nFNXRyplG133Vq9ZpXsyrqpNSRUXads
    CDFadtLe+3RVHNic7vWv/19RzF+a75qvmG+YfzFv0dAAAAAAAHw6hrUpteXSP9anjarhtX/PAe2IGrn41yMp3tW/5pUPL/9Fj3bACK7/dfNFRV77v2jeNP9I
    SwMAAAAA8ElJaEkjnXfsgvfCKRXT60e14SurxWLFns6cXk3bpyfXTp85OXni9ImZyTOnT69Onjlun5g5njltT993xitbreYyJ1P3zZ05f2J+8v5zx2cnT8zd
    f2ryzPzx1OTM3PS56fMn507NTvvX/z3mE4r5L/M35kvmE+ZztD4AAAAAAB/D4UFVGCKRSKiSocjJsNA19eUBSdOyxYJzz6DwS6g+v4Su6kJ9Od4vaUKs5fLO
    4UFDqLVqEkrCMEZ0Vajv9ElrxXzGKVuDMq+hRCIxIoT6Wq90bNmL/985mDAaChiJhCkr8PKnguv/1xXzXfOW+Xfzde4AAAAAAADgs6tPV4eF8D5U0LV+XQwL
    XfU+PNBFv26MiOBzAl3t0xMjavCZgOjRE6YRXv//QzH/a35ovme+JV8CAAAAAIDPnZgmVF0TcU0IXehqjyYMXSaoCaFpRsK7/hfmq4r5Z/kEAAAAAAA+Ww4P
    Nn+5QI1+uUDcM9j85QLR/N0CXQ2u/9/17v//gEYFAAAAAKAbxHXVEELXDF2oQlc1XQzIVNW8pfBf/wAAAAAA6EbaDVVTjF6u/wEAAAAA6GI9miF01Yv/K/tp
    DQAAAAAAulkQ/39PkQ8AAAAAANAt9uliZL8uqq5TPmar/vf/hflPef0vnwAAAAAAwOdV3w2tV1Hli0TCSGj9N4Q/pyYkoQV//+9tRT4AAAAAAEAXOHBDiyvG
    cFJNeP8fcMp7GuD6HwAAAACA7jKoasrRYjl7zHnG3ijlnWPFfCb4/v87inwAAAAAAICu+ABAO2o0Xf978X/d/KFivm3+yfyVfAEAAAAAAD5Z1mvf1fYpCe+r
    +oo3icV07fKPfjFz8/tv31Bi33zzZ8/+7cMhWUIYRsL/Sr9hqLomxMBtIkgUtUShq6J/UPVSZYL/pwBkqir6vPg///8PAAAAAIDuFtz//4EiHwAAAAAAoKsY
    mqbtV7yHd/8/8X8AAAAAALob9/8DAAAAAND9iP8DAAAAAND9iP8DAAAAAND9iP8DAAAAAPAFuP43P1IG4hOKuWC+uu+3/df6D/e92dfb+4PeXuNF4+7EZnwi
    9rWem7H92gfaj7WHxR/ESeV90aOcUcyPYu/TfACAL4DrDwzEk6Oj6gtOxV7NOxvOxqpTdsPJvvml1OxyylqenbuYssLEsV7LylWcDWthcTn1QGrJenhp4Ruz
    S49bD6UetxYvLVuLVy5enJCFnELFKTuZernGvLztVlaq7naul1ixs641d/HSnDezZm8Wy3I5jQVKuUKhTYXWudT52SsXl63jXiF33S7vWqhStt313auquiWn
    kNmxXO+4dXl5aWF+eeve/nhyZES9fsRvyWfsSqXsBs8DkXYM0lqasbF5CvaGYy2nHluOpG7a+arjN1AkubH9x7wqJ/z3j9fXbMK6urB84dKVZWvp0tWFc9U+
    f49vzfrrWbHLWafihpP+yJqGiXve40H56BrW16LcG0+eHVe3+nKyRZ8JOtPKWjGfkX1qZfXaSknutkIlmt4Xrs7C4rnUY1an91iXFpvyxoKM8a0BI54clwu9
    0tC7a4Wic71t+nq9ur02QLg+zbu03gaFRDw5k1S37vbbwKvSXQkXVcrbacf1k4zIVrcp5W2wnxxu54S1lpfHzrh19UJqKRXMWPda06e2HozHk0eS6vV0ywKD
    RSU6LqphId7WZyasp2QdE9ZGMeNMWFUvIes9ubln5fxGJbchJ+lgYgeT1Vy5sh689FdJ5hflmOCtr1tdDdt2ojZOyNx1u5D1Xnjdt7dlay7EYskvJVWnYVNk
    F8hl/JfxcEOuLC48ciW6PX6h7a3JZcYf7Yl5rfJctCZvqf5MbMe6/GOzZQf4R9wLC3o8mUyqN572u5tfwn/qiXSuhlZte/R36EVelrcPWgej+Qup+YesMT9z
    LrV8NZVatKat2cVz1qlx713ePmtbXbXDGmQ7pHs7u+Pi/cyvnrWOB8v0dnzbStIdc+yOOfWu1DY36CJtlxV0uMaTyHbX22X03+n8FXbVjzF4R0bpWq+RfbHT
    KL2lavHkoUO1oct1KpVcIevWpnqkR9VSvU71lHMtWHqnQSo4jcwuPt46PjWtQ0GNJ48eVbeG/FXIljOrKxu5bFnupmLBbZoVkRVqypTnpYzc4NxazilHm6Zx
    LcfPiljykaOq4h+X7tN5eaCs2NVK0Z9faapzZbopQZO/ziS832m4/x8AAAAAgO7n3f9/IHZQMYf2vbTP7X+jv9p/T99P+nqNj4zfGQOJQvx/8Z/Hn4y9JYsA
    AL4gth68K56cmlKvz/ufaZcdP6KWWQkDBW5LwuHI59ot2XsODTZFInYPq3QOomyHVA8Fkdyv+NuScTZzaccNJ1ZkvcPEsd1X1SpUvfBfy0Jry3z0YEPszA+j
    B4HYyro/c3ckoBjJ94JmfsJYsZzL5gp23k+esDJ2xRk/P+rX+2S03qrrlP2Zu9rX6+Vv11vNZcaLd8aT47JNjjSEmd2waDh3qE1UuVZkO5bsjtVvUqiFIhvu
    Wrhcb5itgyNB3D+IkuRzbsXJBM+jkX0QpI2FfcHOFdq08sROdwVEQkj1Oib8N3SOI526w48jXZ+tr54XKapNR1pWsRZH2mPAO+vUb9ko2e5uMbV0caOUdyrO
    Xm6omErGkvOHOkWDSuXiZi4jj8Tp2qs7rpu3+5v6fBB+raXXpsnIptZS97ypHSNYQZjYj0Pm8k776F949K9seoH3YqHeZBtOxZbd327JqL2hcq0UVOcn2iV7
    NScbIufs0NAnZ7bvSblj2B8hrsf9Fvm2d0NN2Q0nt0faI0zc8bYU13H9ldw5uBncghKW7dgvn7stnpyeVre+HIxdOTdtlzMNA2trynB0RGvJH2seYtvtydra
    XBqKJQ8NhcNYvphdydolV05vi4wNtQxvVJCvx7KOPOD8aGNtSHA2vSWetU5cHpTj15D6nXqFGUd2dC8uKWeGWmqt59aq9g/ipkpnnr/3QDw5NKR+byY4eItZ
    +RiMHrLyvV7Evr5m7TZ/x2ElWFqnqH6QG72r4MR4x3sRgsPAyWfcj3trw6qzViw7K9ESDRn1Ays4bvwhej1Xar+YsjzfFavt10GOIevF9kNvcGJqm7XzmXhy
    fyw5O9pprAqW6K5Mhy8OFM3gxH2/v1vD1HCyP7J7w8Smu0Wadm3rmBMOStsDwbf2+XemPB90JP906T+Z0Ru+/NPoXkfEhtN4x71aL9N+XIz8JtCa7f1msOcb
    V+obS/wfAAAAAIDu513/q+YtRT4AAAAAAEDX6dESQteC6//3FZM/5gcAAAAAQDfp15OqmMoWC86ArvH//wAAAAAA6H5c/wMAAAAA0P3+Dzhu5OEAEAIA
    """
}
